import { VIEWS, type View } from '../../src/contract/reconstruction.ts';

export const isView = (name: string): name is View => VIEWS.some((view) => view === name);
