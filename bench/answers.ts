import autocannon from 'autocannon';

/** Sends the requests for `duration` seconds. Returns the answers per second; throws if one was refused. */
export async function answersPerSecond(options: autocannon.Options): Promise<number> {
  const { non2xx, errors, requests } = await autocannon(options);
  if (non2xx > 0 || errors > 0) throw new Error(`${non2xx} answers were refused, ${errors} failed`);
  return requests.average;
}
