import { plain } from '../evaluate/token.ts';
import { language } from './language.ts';

export const phpLanguage = language('php', {
  syntax: {
    comment: /\/\/[^\n]*|#(?!\[)[^\n]*|\/\*[\s\S]*?\*\/|<\?(?:php|=)?|\?>/y,
    name: /\$+[A-Za-z_]\w*|\\?[A-Za-z_]\w*(?:\\\w+)*/y,
    sign: /<=>|===|!==|\*\*|==|!=|<=|>=|=>|->|\?->|&&|\|\||\?\?=?|\.\.\.|::|<<|>>|\.=|\+\+|--|[+\-*/%|&^]=/y,
    quotes: {
      '"': { escapes: 'all', fill: 'variables' },
      "'": plain,
      '`': { escapes: 'all', fill: 'variables', runs: true },
    },
    hereDocuments: /<<<(["']?)([A-Za-z_]\w*)\1/y,
    regular: false,
    linesEnd: false,
    same: { '->': '.', '?->': '.', '::': '.', '.': '+' },
  },
  table: `
    line: system exec shell_exec passthru popen proc_open pcntl_exec
    open: fopen opendir_ SplFileObject
    read: file_get_contents file readfile parse_ini_file highlight_file show_source md5_file sha1_file hash_file simplexml_load_file #load include_ fpassthru_ gzfile readgzfile
    script: include include_once require require_once
    write: file_put_contents mkdir touch chmod chown chgrp tempnam
    delete: unlink rmdir
    move: rename move_uploaded_file
    copy: copy
    link: symlink link
    list: scandir opendir is_file is_dir file_exists is_readable is_writable filesize filemtime stat lstat dir readlink realpath
    glob: glob
    enter: chdir
    code: eval assert create_function
    named: call_user_func call_user_func_array array_map array_walk array_filter usort uasort uksort register_shutdown_function forward_static_call array_reduce iterator_apply ob_start preg_replace_callback
    hidden: dl ReflectionFunction ReflectionMethod extract unserialize FFI.cdef FFI::cdef putenv mail
    fetch: curl_init fsockopen
    query: #query #exec #prepare mysqli_query pg_query #multi_query
    same: strval trim basename_ realpath_ escapeshellarg escapeshellcmd
    cwd: getcwd
    env: getenv
    join: path_join
    texts: implode join
    program: PHP_BINARY
    harmless = echo print print_r var_dump var_export printf sprintf vprintf json_encode json_decode count strlen str_replace substr strpos explode implode join trim ltrim rtrim strtolower strtoupper ucfirst array_keys array_values array_merge array_slice array_sum in_array isset empty unset is_array is_string is_int is_null intval floatval boolval strval date time microtime mktime strtotime phpversion phpinfo php_uname php_sapi_name memory_get_usage round floor ceil abs min max rand mt_rand random_int sqrt pow preg_match preg_match_all preg_replace preg_split preg_quote str_repeat str_pad strrev nl2br htmlspecialchars urlencode urldecode base64_encode base64_decode md5 sha1 hash crc32 bin2hex hex2bin uniqid serialize sort rsort ksort asort array_reverse array_unique array_flip array_search array_push array_pop array_shift array_unshift array_key_exists range compact define defined constant die exit sleep usleep function_exists class_exists extension_loaded get_loaded_extensions ini_get ini_set error_reporting gettype get_class version_compare fgets fread fwrite fclose feof fputcsv fgetcsv rewind basename dirname pathinfo ctype_digit ctype_alpha number_format ord chr if for foreach while switch return array list str_contains str_starts_with str_ends_with array_column array_combine array_fill array_diff iterator_to_array fputs fscanf ucwords wordwrap similar_text DateTime DateTimeImmutable Exception ArrayObject stdClass gmdate checkdate date_default_timezone_set set_time_limit spl_autoload_register
    words = return new clone throw else elseif do try finally and or xor global static yield instanceof public private protected final abstract as if while
    defines = function class fn interface trait namespace use
  `,
  sigils: true,
  bare: true,
  callsTexts: true,
  plainName: (name) => name.replace(/^\\/, ''),
});
