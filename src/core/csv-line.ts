import { stringify } from 'csv-stringify/sync';

/** One RFC 4180 record with its line end. A cell that a spreadsheet would take for a formula gets a `'` in front. */
export const csvLine = (cells: readonly string[], delimiter = ','): string =>
  stringify([[...cells]], {
    delimiter,
    record_delimiter: 'windows',
    quote_record_delimiter: true,
    escape_formulas: true,
  });
