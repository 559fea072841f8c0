type PageOptions = { script: string; style: string; source: string; nonce: string }

/** Creates the page of the mesh. The page can only run its own script, and cannot fetch anything. */
export const createMeshPage = ({
  script,
  style,
  source,
  nonce,
}: PageOptions): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${source}; script-src 'nonce-${nonce}'" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="stylesheet" href="${style}" />
    <title>Links Between Routers</title>
  </head>
  <body>
    <h1>Links Between Routers</h1>
    <p id="summary" role="status">Reading router files …</p>
    <p id="problem" role="alert"></p>
    <main id="picture"></main>
    <script nonce="${nonce}" src="${script}"></script>
  </body>
</html>
`
