const names = new Set(
  [
    'node_modules bower_components jspm_packages dist build out target _build deps bin obj vendor Pods DerivedData',
    '__pycache__ .venv venv env .eggs .tox .nox .pytest_cache .mypy_cache .ruff_cache .hypothesis .ipynb_checkpoints',
    'coverage htmlcov .nyc_output .coverage lcov-report test-results playwright-report reports report storybook-static',
    '.cache cache .parcel-cache .turbo .next .nuxt .svelte-kit .output .vite .astro .angular .docusaurus .expo .wrangler .vercel .netlify',
    '.gradle .kotlin .dart_tool .pub-cache .terraform .serverless .aws-sam cdk.out .bundle .sass-cache .jekyll-cache _site site',
    'log logs tmp temp .tmp .temp .eslintcache .stylelintcache .DS_Store Thumbs.db zig-out zig-cache .zig-cache dist-newstyle .stack-work elm-stuff builddir',
  ].flatMap((row) => row.split(' ')),
);

const endings =
  /^(?:.*\.egg-info|cmake-build-.*|bazel-.*|.*\.(?:pyc|pyo|o|a|so|class|log|tmp|temp|bak|swp|orig|rej|tsbuildinfo|map|gcda|gcno|profraw)|.*~)$/;

export function canBeRebuilt(name: string): boolean {
  return names.has(name) || endings.test(name);
}
