import type { SwitchTable } from '../db/tables/operator.ts';
import { readOperatorFile, type FileEntry } from '../health/operatorFile.ts';
import { listSwitchesInEffect } from '../health/switchesInEffect.ts';
import type { OperatorContext } from './operatorContext.ts';

/** What operators closed. */
export interface OperatorClosures {
  switches: readonly SwitchTable[];
  /** Of the emergency file in this host's data directory; null: it is invalid, and the host keeps the last valid content */
  fileEntries: readonly FileEntry[] | null;
}

export async function readClosures(context: OperatorContext & { operatorFile: string }): Promise<OperatorClosures> {
  const fileEntries = await readOperatorFile(context.operatorFile, context.now()).catch(() => null);
  return { switches: await listSwitchesInEffect(context), fileEntries };
}
