type PageOptions = { script: string; style: string; source: string; nonce: string }

/** The page of the mesh. It may run its own script only, and fetch nothing. */
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
    <p id="summary" role="status">Reading router files …</p>
    <div id="picture"></div>
    <p id="legend" hidden>
      <span><svg width="28" height="8" aria-hidden="true"><line class="certain" x2="28" y1="4" y2="4" /></svg> comes up</span>
      <span><svg width="28" height="8" aria-hidden="true"><line class="uncertain" x2="28" y1="4" y2="4" /></svg> may come up</span>
    </p>
    <details id="missing" hidden>
      <summary></summary>
      <table>
        <thead><tr><th>Routers</th><th>Reason</th></tr></thead>
        <tbody></tbody>
      </table>
    </details>
    <script nonce="${nonce}" src="${script}"></script>
  </body>
</html>
`
