/** The output formats, in the order of `--help` and completions. */
export const OUTPUT_FORMATS = ['table', 'json', 'ndjson', 'csv', 'xlsx', 'id'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];
