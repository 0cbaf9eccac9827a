export interface Shell {
	readonly locale: string;
	readonly title: string;
	/** Source that VS Code serves our files from (`webview.cspSource`). */
	readonly source: string;
	readonly script: string;
	readonly style: string;
	readonly nonce: string;
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, c => `&#${c.charCodeAt(0)};`);

/**
 * The page before its script runs: empty, and closed to everything but our own script. Inline styles are allowed because the
 * control toolkit and the heatmap's gradients need them; nothing else may be fetched from anywhere.
 */
export function shellHtml(s: Shell): string {
	const policy = [`default-src 'none'`, `script-src 'nonce-${s.nonce}'`, `style-src ${s.source} 'unsafe-inline'`, `font-src ${s.source}`, `img-src ${s.source} data:`].join("; ");
	return `<!DOCTYPE html>
<html lang="${escaped(s.locale)}">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(s.title)}</title>
<link rel="stylesheet" href="${escaped(s.style)}">
<script nonce="${s.nonce}" src="${escaped(s.script)}" defer></script>
</head>
<body></body>
</html>
`;
}
