const LONG = 256 * 1024;

/**
 * The function, with its last `size` answers kept: for work on texts that neighbours share (the rollouts of a group have one
 * prompt). The answer must depend on the text alone and be read only.
 */
export function remember<T>(answer: (text: string) => T, size: number): (text: string) => T {
	const last = new Map<string, T>();
	return text => {
		// a long text would be kept alive by being remembered
		if (text.length > LONG) return answer(text);
		const known = last.get(text);
		if (known !== undefined || last.has(text)) return known as T;
		const value = answer(text);
		if (last.size >= size)
			for (const oldest of last.keys()) {
				last.delete(oldest);
				break;
			}
		last.set(text, value);
		return value;
	};
}
