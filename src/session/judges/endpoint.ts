import type { Limits, Sent } from "../models/contract";
import { type EndpointSetup, endpointModel } from "../models/endpoint";
import { Patient } from "../models/patient";
import type { Judge } from "./contract";
import { modelJudge } from "./model";

/** Grades by asking an endpoint. Nothing is sent before the first `grade`. */
export const endpointJudge = (setup: EndpointSetup, limits: Limits, sent?: Sent): Judge => modelJudge("endpoint", new Patient(endpointModel(setup), limits, sent));
