/** The interface's paths, relative to the base URL. Ids are text: digits only, of any length. */
export const paths = {
  patients: () => '/patients',
  patient: (id: string) => `/patients/${encodeURIComponent(id)}`,
  after: (id: string) => `/patients/${encodeURIComponent(id)}/after`,
  download: (id: string) => `/patients/${encodeURIComponent(id)}/download`,
  transfer: (id: string, targetSurgeonId: string) =>
    `/patients/${encodeURIComponent(id)}/transfer/${encodeURIComponent(targetSurgeonId)}`,
  invitation: (id: string) => `/patients/${encodeURIComponent(id)}/invitation`,
};
