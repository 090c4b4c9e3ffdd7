const number = (value: number, digits: number) => value.toFixed(digits);
const doubtText = (value: number | undefined, digits: number) =>
  value === undefined ? '' : ` ± ${number(value, digits)}`;

/** `123.4 ± 5.0 mm`; the length in metres, what it may be off in mm. */
export const mmText = (metres: number, doubtMm: number | undefined): string =>
  `${number(metres * 1000, 1)}${doubtText(doubtMm, 1)} mm`;

/** Both in m³. */
export const cm3Text = (m3: number, doubtM3: number | undefined): string =>
  `${number(m3 * 1e6, 0)}${doubtText(doubtM3 === undefined ? undefined : doubtM3 * 1e6, 0)} cm³`;

export const degreesText = (degrees: number, doubt: number | undefined): string =>
  `${number(degrees, 1)}${doubtText(doubt, 1)}°`;

export const areaText = (m2: number): string => `${number(m2 * 1e4, 0)} cm²`;

export const PROMISE = 'A planning picture, not a promise: it shows no result of an operation.';
