const words =
  /example|sample|dummy|placeholder|change[-_]?me|replace[-_]?(?:me|with|this)|redacted|not[-_]?a?[-_]?real|insert[-_]|(?:^|[-_])(?:your?|my|fake|mock|test|demo|foo|bar|todo)(?:[-_]|$)|your(?:token|key|secret|api|password)/i;
const forms =
  /\$\{|\{\{|^\$[A-Za-z_(]|^%[A-Za-z_]+%$|^[<[{]|\.\.\.|…|\*{3}|(.)\1{5}|0123456|1234567|abcdefg/i;
/** Within a random token they may stand by chance, so only at an end of a word: `ghp_xxxx`, not `ghp_4kxXxX7`. */
const fillers = /(?<![A-Za-z0-9])(?:x{4}|X{4}|[Yy]our[A-Z])|(?:x{4}|X{4})(?![A-Za-z0-9])/;

const published: ReadonlySet<string> = new Set([
  'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  'sk_test_4eC39HqLyjWDarjtT1zdp7dc',
  'sk_test_BQokikJOvBiI2HlWgH4olfQ2',
]);

export function isPlaceholder(secret: string): boolean {
  const start = secret.slice(0, 500);
  return (
    published.has(secret) ||
    words.test(start) ||
    forms.test(start) ||
    fillers.test(start) ||
    isMonotonous(start)
  );
}

function isMonotonous(secret: string): boolean {
  return secret.length >= 12 && new Set(secret).size < 6;
}

const ordinaryPasswords: ReadonlySet<string> = new Set(
  (
    'password passwd pass passw0rd password1 password123 secret secret123 supersecret topsecret admin admin123 root toor user username test test123 ' +
    'testing tester guest default postgres mysql mariadb mongo mongodb redis rabbitmq minio minioadmin neo4j elastic elasticsearch sa dev develop ' +
    'development local localhost docker app database db hunter2 qwerty letmein 1234 12345 123456 12345678 token x-oauth-basic x-access-token ' +
    'oauth2 git hidden pwd foo bar baz abc abc123 null none undefined changeit changeme'
  ).split(' '),
);

export function isOrdinaryPassword(password: string): boolean {
  const plain = password.toLowerCase();
  return ordinaryPasswords.has(plain) || /^\$|^<.*>$|^%\w+%$|^\W+$/.test(password) || isPlaceholder(password);
}
