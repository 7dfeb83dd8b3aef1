import type { SecretKind } from './kind.ts';
import { isOrdinaryPassword } from './placeholder.ts';

const localHost = /^(?:localhost|127\.|0\.0\.0\.0|\[?::1|[a-z0-9_-]{1,63}(?::\d{1,5})?(?:[/?]|$))/i;
const shortPassword = 12;

export const addressKinds: readonly SecretKind[] = [
  {
    id: 'connection-string',
    what: 'an address with a password',
    marks: ['://'],
    form: /:\/\/[^\s:/@"'`<>]{0,100}:(?<secret>[^\s/@"'`<>]{3,256})@(?<host>[^\s"'`<>@/]{0,255})/dg,
    isReal: (password, { groups = {} }) => {
      if (isOrdinaryPassword(password) || /^[?#[&|]/.test(password)) return false;
      if (password.length < (/\d/.test(password) ? 6 : 8)) return false;
      return !(localHost.test(groups['host'] ?? '') && password.length < shortPassword);
    },
  },
  {
    id: 'connection-password',
    what: 'a connection string with a password',
    marks: ['assword=', 'wd=', 'ASSWORD=', 'WD='],
    form: /[;?&][ \t]?(?:password|pwd)=(?<secret>[^;&\s"'`<>]{6,256})/dgi,
    isReal: (password) => !isOrdinaryPassword(password),
  },
  {
    id: 'user-password',
    what: "a user's password",
    marks: ['-u', '--user', 'sshpass'],
    form: /[ \t](?:-u[ \t]?|--user[ =])["']?[^\s:"'/=$]{1,60}:(?<secret>[^\s"'$`/:]{8,256})|(?<![\w-])sshpass[ \t]+-p[ \t]?["']?(?<other>[^\s"'$]{4,256})/dg,
    isReal: (password) => /\d/.test(password) && /[A-Za-z]/.test(password) && !isOrdinaryPassword(password),
  },
];
