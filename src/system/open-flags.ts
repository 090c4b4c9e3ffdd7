import { constants } from 'node:fs';

/** To read, and without waiting: the open of a pipe that nobody writes to would never return. */
export const READ_NOW = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Not through a symbolic link, where the system can tell. A file that is made new (`x`) is never one. */
export const NO_LINK = constants.O_NOFOLLOW ?? 0;
