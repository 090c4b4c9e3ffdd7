// The files of undici that a request needs. undici has types for its index alone.
declare module 'undici/lib/dispatcher/pool.js' {
  import type { Pool as PoolClass } from 'undici';

  const Pool: typeof PoolClass;
  export default Pool;
}

declare module 'undici/lib/api/api-request.js' {
  import type { Dispatcher } from 'undici';

  /** The function behind `undici.request`; its `this` is the dispatcher. */
  function request(this: Dispatcher, options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData>;
  export default request;
}

declare module 'undici/lib/core/connect.js' {
  import type { buildConnector as BuildConnector } from 'undici';

  const buildConnector: typeof BuildConnector;
  export default buildConnector;
}
