/** "1.5 MB": sizes as people read them in messages, in steps of 1024. */
export const megabytes = (bytes: number): string => {
	const mb = bytes / (1024 * 1024);
	return mb >= 1024 ? `${(mb / 1024).toFixed(1)} GB` : `${mb >= 10 ? Math.round(mb) : mb.toFixed(1)} MB`;
};
