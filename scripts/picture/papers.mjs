/** What a terminal's number for a colour is called. */
export const COLOURS = {
  30: 'black',
  31: 'red',
  32: 'green',
  33: 'yellow',
  34: 'blue',
  35: 'magenta',
  36: 'cyan',
  37: 'plain',
  90: 'dim',
  95: 'magenta',
};

/** What terminals make of these colours, on a dark and on a light background. */
export const PAPERS = {
  dark: {
    paper: '#1a1f29',
    plain: '#d7dde5',
    command: '#ffffff',
    dim: '#8fa1b3',
    black: '#5c6773',
    red: '#f7768e',
    green: '#9ece6a',
    yellow: '#e0af68',
    blue: '#7aa2f7',
    magenta: '#c678dd',
    cyan: '#56c8d8',
  },
  light: {
    paper: '#f6f7f9',
    plain: '#2b3440',
    command: '#000000',
    dim: '#68727d',
    black: '#2b3440',
    red: '#c4314b',
    green: '#2f7d32',
    yellow: '#8a6100',
    blue: '#2257c4',
    magenta: '#a626a4',
    cyan: '#0b7285',
  },
};
