import { useLocation, useNavigate, useNavigation, useRevalidator } from 'react-router-dom';

interface LoadAgain {
  /** Loads the page at the current address again and shows it in place of the error. */
  loadAgain: () => Promise<void>;
  isLoading: boolean;
}

/**
 * For pages that failed to load. It navigates to the same address, because revalidating alone can leave the error shown for
 * ever: when the loader is done before React renders that it runs, the router's boundary keeps the old error
 * (remix-run/react-router#11597).
 */
export function useLoadAgain(): LoadAgain {
  const location = useLocation();
  const navigate = useNavigate();
  const { state } = useNavigation();
  const { revalidate } = useRevalidator();
  return {
    loadAgain: async () => {
      // A navigation that keeps a hash runs no loader.
      if (location.hash !== '') await revalidate();
      await navigate(location, { replace: true, preventScrollReset: true, state: location.state });
    },
    isLoading: state !== 'idle',
  };
}
