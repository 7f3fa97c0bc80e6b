import { useEffect, useState } from 'react';

/** The present, a minute old at most. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  // Without the library's interval, which would bring the file of all lists to a dashboard.
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
