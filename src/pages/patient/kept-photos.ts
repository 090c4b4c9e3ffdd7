import type { SeenPhotos } from '../../contract/patient-page.ts';
import type { View } from '../../contract/reconstruction.ts';
import { type Connection, createConnection } from './phone-database.ts';

/** A photo that waits on this phone until the service has it. */
export interface KeptPhoto {
  link: string;
  view: View;
  /** Made here, once for each photo that is taken. */
  id: string;
  sha256: string;
  /** No blob: some browsers cannot send one that lay in their database. */
  bytes: ArrayBuffer;
}

/** How far a patient is with a link. */
export interface KeptLink {
  link: string;
  /** As they were typed. */
  measures: Record<string, string>;
  /** Of the sending, once it has begun. */
  sending?: { key: string; seen: SeenPhotos };
  /** When nothing of it is of use any more, by this phone's clock. */
  until: number;
}

/** What is kept on this phone, by link. All of it goes when the set is sent, or when the link has ended. */
export interface PhoneStore {
  photos(link: string): Promise<KeptPhoto[]>;
  photo(link: string, view: View): Promise<KeptPhoto | undefined>;
  /** Fails where it would not outlive the page. */
  keepPhoto(photo: KeptPhoto): Promise<void>;
  /** Removes the photo of a view, if it is still this one. */
  dropPhoto(link: string, view: View, id: string): Promise<void>;
  link(link: string): Promise<KeptLink | undefined>;
  keepLink(link: KeptLink): Promise<void>;
  forget(link: string): Promise<void>;
  /** All that belongs to links that have ended by then. */
  forgetEnded(now: number): Promise<void>;
}

/** Opens what the browser keeps; where it keeps nothing, there is memory for the measures, which ends with the page. */
export async function openPhoneStore(): Promise<PhoneStore> {
  try {
    const database = createConnection();
    await database.open();
    return inDatabase(database);
  } catch {
    return inMemory();
  }
}

function inDatabase({ run }: Connection): PhoneStore {
  const rangeOf = (link: string) => IDBKeyRange.bound([link], [link, []]);
  const forget = async (link: string) => {
    await run('photos', (store) => store.delete(rangeOf(link)));
    await run('links', (store) => store.delete(link));
  };
  return {
    photos: (link) => run('photos', (store) => store.getAll(rangeOf(link))),
    photo: (link, view) => run('photos', (store) => store.get([link, view]) as IDBRequest<KeptPhoto | undefined>),
    keepPhoto: (photo) => run('photos', (store) => store.put(photo)).then(() => {}),
    dropPhoto: (link, view, id) =>
      run('photos', (store) => {
        const found = store.get([link, view]);
        found.onsuccess = () => {
          if ((found.result as KeptPhoto | undefined)?.id === id) store.delete([link, view]);
        };
        return undefined;
      }),
    link: (link) => run('links', (store) => store.get(link) as IDBRequest<KeptLink | undefined>),
    keepLink: (link) => run('links', (store) => store.put(link)).then(() => {}),
    forget,
    async forgetEnded(now) {
      // A photo's link is kept before the photo, so a photo of no link is left over.
      const photos = (await run('photos', (store) => store.getAllKeys())) as [link: string, view: View][];
      const links = (await run('links', (store) => store.getAll())) as KeptLink[];
      const open = new Set(links.filter(({ until }) => until > now).map(({ link }) => link));
      const all = new Set([...photos.map(([link]) => link), ...links.map(({ link }) => link)]);
      for (const link of all) if (!open.has(link)) await forget(link);
    },
  };
}

function inMemory(): PhoneStore {
  const links = new Map<string, KeptLink>();
  return {
    photos: async () => [],
    photo: async () => undefined,
    keepPhoto: () => Promise.reject(new Error('this browser keeps nothing')),
    dropPhoto: async () => {},
    link: async (link) => links.get(link),
    keepLink: async (link) => void links.set(link.link, link),
    forget: async (link) => void links.delete(link),
    forgetEnded: async () => {},
  };
}
