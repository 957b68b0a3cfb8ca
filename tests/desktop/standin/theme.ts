import type { NativeTheme } from 'electron';
import { Emitter, guard, type Part } from './guard.ts';

/** The system of the stand-in is light. */
class Theme extends Emitter implements Part<NativeTheme> {
  private source: NativeTheme['themeSource'] = 'system';

  constructor() {
    super('nativeTheme', ['updated']);
  }

  get themeSource(): NativeTheme['themeSource'] {
    return this.source;
  }

  set themeSource(source: NativeTheme['themeSource']) {
    this.source = source;
    this.emit('updated');
  }

  get shouldUseDarkColors(): boolean {
    return this.source === 'dark';
  }
}

export const nativeTheme = guard('nativeTheme', new Theme());
