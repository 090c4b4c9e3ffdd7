// Pixels for those who draw them: the terminal.
export { decodePhoto, encodePng, type RgbImage, resizedTo } from '../photo/decode.ts';
