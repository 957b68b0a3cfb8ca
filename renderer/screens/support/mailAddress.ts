/** Returns a `mailto:` URL with subject and body. Line ends are CRLF (RFC 6068). */
export function mailAddress({ to, subject, lines }: { to: string; subject: string; lines: readonly string[] }): string {
  return `mailto:${to}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(lines.join('\r\n'))}`;
}
