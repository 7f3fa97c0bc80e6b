const begunMs = 60_000;

export const spreadsheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Saves the file of an address for the person. It opens no tab that a browser could block. */
export function saveFrom(url: string, name: string) {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

/** Hands the person a file that was made here. */
export function saveFile(name: string, type: string, bytes: BlobPart) {
  const url = URL.createObjectURL(new Blob([bytes], { type }));
  saveFrom(url, name);
  // The browser has begun the download by then. Before that, it would find nothing at the address.
  setTimeout(() => URL.revokeObjectURL(url), begunMs);
}
