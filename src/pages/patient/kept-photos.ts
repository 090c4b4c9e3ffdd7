import type { SeenPhotos } from '../../contract/patient-page.ts';
import type { View } from '../../contract/reconstruction.ts';

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
  keepPhoto(photo: KeptPhoto): Promise<void>;
  /** Removes the photo of a view, if it is still this one. */
  dropPhoto(link: string, view: View, id: string): Promise<void>;
  link(link: string): Promise<KeptLink | undefined>;
  keepLink(link: KeptLink): Promise<void>;
  forget(link: string): Promise<void>;
  /** All that belongs to links that have ended by then. */
  forgetEnded(now: number): Promise<void>;
}

const NAME = 'recon-photos';

/** Opens what the browser keeps; where it keeps nothing (a private window), memory, which ends with the page. */
export async function openPhoneStore(): Promise<PhoneStore> {
  try {
    return inDatabase(await openDatabase());
  } catch {
    return inMemory();
  }
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(NAME, 1);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore('photos', { keyPath: ['link', 'view'] });
      opening.result.createObjectStore('links', { keyPath: 'link' });
    };
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
    opening.onblocked = () => reject(new Error('blocked'));
  });
}

function inDatabase(database: IDBDatabase): PhoneStore {
  /** Resolves when it is kept, not when it is begun. */
  function run<T>(table: 'photos' | 'links', work: (store: IDBObjectStore) => IDBRequest<T> | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(table, 'readwrite', { durability: 'strict' });
      const request = work(transaction.objectStore(table));
      transaction.oncomplete = () => resolve(request?.result as T);
      transaction.onabort = () => reject(transaction.error);
    });
  }
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
  const photos = new Map<string, KeptPhoto>();
  const links = new Map<string, KeptLink>();
  const ofLink = (link: string) => [...photos.values()].filter((photo) => photo.link === link);
  return {
    photos: async (link) => ofLink(link),
    photo: async (link, view) => photos.get(`${link} ${view}`),
    keepPhoto: async (photo) => void photos.set(`${photo.link} ${photo.view}`, photo),
    dropPhoto: async (link, view, id) => {
      if (photos.get(`${link} ${view}`)?.id === id) photos.delete(`${link} ${view}`);
    },
    link: async (link) => links.get(link),
    keepLink: async (link) => void links.set(link.link, link),
    forget: async (link) => {
      for (const { view } of ofLink(link)) photos.delete(`${link} ${view}`);
      links.delete(link);
    },
    forgetEnded: async () => {},
  };
}
