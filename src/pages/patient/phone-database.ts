const NAME = 'recon-photos';

type Table = 'photos' | 'links';
type Work<T> = (store: IDBObjectStore) => IDBRequest<T> | undefined;

export type Connection = ReturnType<typeof createConnection>;

/** The browser's own database. A phone that sleeps may close it; then it is opened again. */
export function createConnection() {
  let opened: Promise<IDBDatabase> | undefined;

  function open(): Promise<IDBDatabase> {
    opened ??= openDatabase().then(
      (database) => {
        database.onclose = () => (opened = undefined);
        return database;
      },
      (error) => {
        opened = undefined;
        throw error;
      },
    );
    return opened;
  }

  return {
    open,
    /** Resolves when it is kept, not when it is begun. */
    async run<T>(table: Table, work: Work<T>): Promise<T> {
      const before = open();
      try {
        return await transact(await before, table, work);
      } catch (error) {
        if ((error as Error | null)?.name === 'QuotaExceededError') throw error;
        // Not every browser tells that it has closed it.
        if (opened === before) opened = undefined;
        await before.then((database) => database.close()).catch(() => {});
        return transact(await open(), table, work);
      }
    },
  };
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

function transact<T>(database: IDBDatabase, table: Table, work: Work<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(table, 'readwrite', { durability: 'strict' });
    const request = work(transaction.objectStore(table));
    transaction.oncomplete = () => resolve(request?.result as T);
    transaction.onabort = () => reject(transaction.error);
  });
}
