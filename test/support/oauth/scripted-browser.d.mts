export interface Page {
  url: string;
  status: number;
  text: string;
}

export function browse(address: string, way?: { login: string; abort: boolean }): Promise<Page>;
