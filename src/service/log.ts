/** Takes a line for the operator. A `fault` is one that the operator has to see unasked. */
export type Log = (line: string, weight?: 'fault') => void;
