/** Writes a line for the operator. A `fault` is shown even if no log was asked for. */
export type Log = (line: string, weight?: 'fault') => void;
