import { FormattedMessage } from 'react-intl';
import { useSearchParams } from 'react-router-dom';
import { Button } from '../../renderer/components/buttons/Button.tsx';
import list from './list.module.css';

interface PagesProps {
  /** The parameter of the address that names the page */
  name?: string;
  next: number | string | null;
}

/** The buttons to the first and the next page of a list. */
export function Pages({ name = 'page', next }: PagesProps) {
  const [parameters, setParameters] = useSearchParams();
  const isFirst = !parameters.has(name);
  if (isFirst && next === null) return null;
  const go = (page: number | string | null): void =>
    setParameters((before) => {
      const after = new URLSearchParams(before);
      if (page === null) after.delete(name);
      else after.set(name, String(page));
      return after;
    });
  return (
    <p className={list['foot']}>
      {!isFirst && (
        <Button size="small" onClick={() => go(null)}>
          <FormattedMessage id="console.firstPage" />
        </Button>
      )}
      {next !== null && (
        <Button size="small" onClick={() => go(next)}>
          <FormattedMessage id="console.nextPage" />
        </Button>
      )}
    </p>
  );
}
