/** How answers are written, in the order that `--help` and completions offer it. */
export const OUTPUT_FORMATS = ['table', 'json', 'ndjson', 'csv', 'id'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];
