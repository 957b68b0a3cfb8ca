type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Finds what the customer entered before the page's scripts. React leaves it in the controls but does not know it, until it writes its
 * own value over some of them. Call it in the commit that hydrates the page. Returns the function that enters it again as a customer
 * does, so that page and stores agree.
 */
export function findEarlyInput(root: ParentNode): () => void {
  const replays = [...root.querySelectorAll<Control>('input,textarea,select')].map(replayOf);
  return () => replays.forEach((replay) => replay?.());
}

function replayOf(control: Control): (() => void) | null {
  const { value } = control;
  const change = (event: 'change' | 'input'): boolean => control.dispatchEvent(new Event(event, { bubbles: true }));
  if (control instanceof HTMLSelectElement) {
    if ([...control.options].every(({ selected, defaultSelected }) => selected === defaultSelected)) return null;
    return () => {
      control.value = value;
      change('change');
    };
  }
  if (control.type === 'file') return value === '' ? null : () => void change('change');
  if (control instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(control.type)) {
    const { checked, defaultChecked, type } = control;
    // Another button of the group says what was chosen.
    if (checked === defaultChecked || (type === 'radio' && !checked)) return null;
    return () => {
      control.checked = !checked;
      control.click();
    };
  }
  const { defaultValue } = control;
  if (value === defaultValue) return null;
  return () => {
    // React ignores a value that it has written itself: the setter of the prototype is not React's.
    control.value = defaultValue;
    Reflect.set(Object.getPrototypeOf(control) as object, 'value', value, control);
    change('input');
  };
}
