/** What the page is doing, on its root element, for whoever waits for it. */
export type PageState = 'loading' | 'ready' | 'sending' | 'done' | 'failed' | 'closed';

export const tellState = (state: PageState): void => {
  const { dataset } = document.documentElement;
  // Nothing that was under way opens it again.
  if (dataset['state'] !== 'closed') dataset['state'] = state;
};

const underWay: PageState[] = [];

/** What is under way, or `ready` where nothing is. */
export const tellWhatIsUnderWay = (): void => tellState(underWay.at(-1) ?? 'ready');

/** Tells a state while something is done, and `ready` once nothing is under way any more. */
export async function during<T>(state: PageState, work: () => Promise<T>): Promise<T> {
  underWay.push(state);
  tellState(state);
  try {
    return await work();
  } finally {
    underWay.splice(underWay.indexOf(state), 1);
    tellWhatIsUnderWay();
  }
}

/** Lets the browser show what was said, before something that takes all of its time. */
const pictureShown = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });

/** The page is `loading` while something is worked out that takes seconds. */
export const workOut = <T>(work: () => T): Promise<T> =>
  during('loading', async () => {
    await pictureShown();
    return work();
  });
