import { join } from 'node:path';

/**
 * Returns the absolute path of a file or folder in `resources/`. The bundle, whose files are directly in `dist/server/`, is as deep in the
 * project as this folder.
 */
export const resourcePath = (path: string): string => join(import.meta.dirname, '../../resources', path);
