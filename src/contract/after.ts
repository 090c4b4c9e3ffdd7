/** An after-record (docs/interface.md §2). Here the key is `measures`, and `accepted` is text. */
export interface After {
  weight: string | null;
  status: string;
  accepted: string;
  provider: number;
  measures: Record<string, number>;
  front: AfterImage;
  left: AfterImage;
  right: AfterImage;
  back: AfterImage;
}

export interface AfterImage {
  url: string | null;
  thumb: { url: string | null };
}
