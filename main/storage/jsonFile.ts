import { copyFileSync, readFileSync } from 'node:fs';
import { replaceFile } from './replaceFile.ts';

/** Returns the value of a JSON file; null if it is missing or damaged. A damaged one is kept as `{file}.unreadable`. */
export function readJson(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return null;
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    setAside(file);
    return null;
  }
}

interface WriteOptions {
  isDurable?: boolean;
  /** Gets the error of the file system. */
  onFailure?: (error: unknown) => void;
}

/** Replaces a JSON file, as {@link replaceFile} does. Returns false if it could not be written. */
export function writeJson(file: string, value: unknown, { onFailure, ...options }: WriteOptions = {}): boolean {
  try {
    replaceFile(file, JSON.stringify(value), options);
    return true;
  } catch (error) {
    onFailure?.(error);
    return false;
  }
}

/** Copies a file that can't be read to `{file}.unreadable`, before it is replaced. */
export function setAside(file: string): void {
  try {
    copyFileSync(file, `${file}.unreadable`);
  } catch {
    // The disk is full or the folder is read-only. The next write fails too, so nothing is lost.
  }
}
