export const MAX_FILE_BYTES = 4_000_000;

/** Returns the text of a file; null if it is unreadable or has more than `limit` bytes. */
export async function readTextFile(file: File, limit = MAX_FILE_BYTES): Promise<string | null> {
  return file.size > limit ? null : await file.text().catch(() => null);
}
