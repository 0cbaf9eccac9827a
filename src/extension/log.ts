import * as vscode from "vscode";

export type Log = vscode.LogOutputChannel;

export const createLog = (): Log => vscode.window.createOutputChannel("Reward Inspector", { log: true });
