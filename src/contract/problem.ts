/** Our service's error body: RFC 9457 with field errors. The client also accepts any other shape. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  errors?: { field: string; message: string }[];
  request_id: string;
}
