import type { Outline } from './outline.js'

/** Another file format, and the path that identified it. */
export type FoundFormat = { looksLike: string; sign: string; isTemplated: boolean }

type Format = {
  /** A noun with its article. */
  name: string
  /**
   * Alternatives, each a list of paths that must all exist: `*` is any key or item, and `=` is followed by a pattern
   * for the value.
   */
  signs: readonly string[]
  /** Whether files of this format are often generated from templates; if so, it is better reported as a template. */
  isTemplated?: true
}

/** Formats in the order in which they are tried: specific signs before those that several formats have. */
const formats: readonly Format[] = [
  {
    name: 'a Kubernetes manifest',
    signs: [
      'apiVersion kind metadata',
      'apiVersion=^v1$|/v\\d kind',
      '*.apiVersion *.kind *.metadata',
    ],
    isTemplated: true,
  },
  { name: 'a Helm chart', signs: ['apiVersion=^v[12]$ name version'], isTemplated: true },
  {
    name: 'a Docker Compose file',
    signs: [
      'services.*.image',
      'services.*.build',
      'services.*.extends',
      'services.*.command',
      'services.*.environment',
      'services.*.ports',
      'version=^[23] services',
    ],
  },
  {
    name: 'a GitHub workflow',
    signs: ['jobs.*.runs-on', 'jobs.*.uses', 'on jobs.*.steps', 'on.workflow_call'],
  },
  { name: 'a GitHub action', signs: ['runs.using', 'name description runs.steps'] },
  { name: 'a Dependabot configuration', signs: ['updates.*.package-ecosystem'] },
  { name: 'a GitHub issue form', signs: ['name description body.*.type'] },
  {
    name: 'a CircleCI configuration',
    signs: ['version=^2 jobs', 'version=^2 workflows', 'orbs workflows'],
  },
  {
    name: 'an Azure pipeline',
    signs: [
      'pool.vmImage',
      'trigger steps',
      'trigger stages',
      'trigger jobs',
      'stages.*.jobs.*.job',
    ],
  },
  {
    name: 'a Bitbucket pipeline',
    signs: ['pipelines.default', 'pipelines.branches', 'pipelines.pull-requests'],
  },
  { name: 'a Drone pipeline', signs: ['kind=^pipeline$ steps'] },
  {
    name: 'a Travis CI configuration',
    signs: ['language script', 'language install', 'language matrix', 'os script'],
  },
  { name: 'a Tekton or Argo workflow', signs: ['spec.entrypoint spec.templates'] },
  {
    name: 'a Cloud Build configuration',
    signs: ['steps.*.name=gcr\\.io|docker\\.pkg\\.dev steps.*.args'],
  },
  {
    name: 'a Buildkite pipeline',
    signs: ['steps.*.command steps.*.label', 'steps.*.command agents'],
  },
  { name: 'an AWS CodeBuild specification', signs: ['version phases.*.commands'] },
  {
    name: 'an Ansible playbook',
    signs: ['*.hosts *.tasks', '*.hosts *.roles', '*.hosts *.pre_tasks', '*.import_playbook'],
  },
  {
    name: 'a list of Ansible tasks',
    signs: [
      '*.name *.ansible.builtin.*',
      '*.name *.apt',
      '*.name *.template.src',
      '*.name *.become',
      '*.name *.when',
      '*.name *.notify',
    ],
  },
  { name: 'an Ansible inventory', signs: ['all.hosts', 'all.children'] },
  { name: 'an Ansible requirements file', signs: ['collections.*.name', 'roles.*.src'] },
  {
    name: 'Ansible Galaxy metadata',
    signs: ['galaxy_info', 'namespace name version authors readme'],
  },
  {
    name: 'an OpenAPI document',
    signs: ['openapi paths', 'openapi info', 'openapi components', 'swagger info', 'swagger paths'],
  },
  { name: 'an AsyncAPI document', signs: ['asyncapi info'] },
  {
    name: 'a JSON Schema',
    signs: [
      '$schema=json-schema\\.org',
      '$id type=^object$ properties',
      '$defs type',
      'definitions properties type=^object$',
    ],
  },
  { name: 'a GeoJSON document', signs: ['type=^Feature(Collection)?$'] },
  {
    name: 'a CloudFormation template',
    signs: ['AWSTemplateFormatVersion', 'Resources.*.Type=^AWS::', 'Transform=^AWS::'],
  },
  { name: 'an ARM template', signs: ['contentVersion resources'] },
  {
    name: 'a Terraform file in JSON',
    signs: [
      'terraform.required_providers',
      'terraform.backend',
      'resource.*.*',
      'provider.* variable',
      'terraform_version resources',
      'format_version planned_values',
    ],
  },
  {
    name: 'a Pulumi project',
    signs: [
      'name runtime=^(nodejs|python|go|dotnet|java|yaml)$',
      'name runtime.name',
      'config.aws:region',
      'config encryptionsalt',
    ],
  },
  {
    name: 'a Serverless Framework file',
    signs: ['service provider.name functions', 'service provider.runtime', 'functions.*.handler'],
  },
  {
    name: 'a Crossplane or Kustomize file',
    signs: [
      'resources namePrefix',
      'resources patches',
      'resources images',
      'resources configMapGenerator',
      'patchesStrategicMerge',
    ],
  },
  { name: 'a Skaffold configuration', signs: ['apiVersion=^skaffold/'] },
  { name: 'a helmfile', signs: ['releases.*.chart', 'repositories.*.url releases'] },
  {
    name: 'a values file of a Helm chart',
    signs: [
      'advertisedHost edge.advertisedHost',
      'advertisedHost edge.enabled',
      'edge.advertisedHost edge.advertisedPort',
      'edge.advertisedHost linkListeners',
      'linkListeners.transport',
      'ctrl.endpoint image',
      'ctrl.endpoint persistence',
      'ctrl.endpoint edge.enabled',
      'controller.endpoint edge',
      'enrollmentJwt edge',
      'enrolmentJwt edge',
      'enrollmentJwt image',
      'image.repository image.tag',
      'image.repository replicaCount',
      'image.repository service',
      'image.repository resources',
      'image.repository persistence',
      'replicaCount service',
      'serviceAccount.create',
      'global.imageRegistry',
      'global.imagePullSecrets',
    ],
    isTemplated: true,
  },
  {
    name: 'a Traefik configuration',
    signs: [
      'entryPoints',
      'http.routers',
      'http.middlewares',
      'http.services.*.loadBalancer',
      'tcp.routers',
      'udp.routers',
      'tls.certificates',
      'tls.options',
      'tls.stores',
      'certificatesResolvers',
      'providers.docker',
      'providers.file',
      'metrics.prometheus.entryPoint',
      'experimental.plugins',
    ],
  },
  {
    name: 'a Prometheus configuration',
    signs: ['scrape_configs', 'global.scrape_interval', 'global.evaluation_interval', 'rule_files'],
  },
  {
    name: 'Prometheus rules',
    signs: ['groups.*.rules.*.expr', 'groups.*.rules.*.alert', 'groups.*.rules.*.record'],
  },
  {
    name: 'an Alertmanager configuration',
    signs: ['route.receiver receivers', 'route receivers.*.name'],
  },
  {
    name: 'a Prometheus exporter configuration',
    signs: ['modules.*.prober', 'rules.*.pattern lowercaseOutputName', 'tls_server_config'],
  },
  {
    name: 'a Grafana dashboard',
    signs: ['panels schemaVersion', 'panels templating', 'dashboard.panels'],
  },
  {
    name: 'a Grafana provisioning file',
    signs: [
      'apiVersion datasources',
      'apiVersion providers',
      'apiVersion contactPoints',
      'apiVersion groups',
    ],
  },
  {
    name: 'a Loki, Tempo or Mimir configuration',
    signs: [
      'schema_config',
      'ingester distributor',
      'ingester.lifecycler',
      'auth_enabled',
      'distributor.receivers',
      'blocks_storage',
      'server.http_listen_port',
    ],
  },
  { name: 'a Promtail configuration', signs: ['clients.*.url positions'] },
  {
    name: 'an OpenTelemetry Collector configuration',
    signs: ['receivers exporters', 'service.pipelines'],
  },
  { name: 'a Vector configuration', signs: ['sources.*.type sinks', 'sinks.*.inputs'] },
  {
    name: 'a Fluent Bit or Filebeat configuration',
    signs: ['pipeline.inputs', 'filebeat.inputs', 'output.elasticsearch', 'filebeat'],
  },
  { name: 'a Telegraf configuration', signs: ['agent.interval inputs', 'agent outputs inputs'] },
  { name: 'a Jaeger configuration', signs: ['extensions jaeger_storage'] },
  {
    name: 'an Envoy configuration',
    signs: [
      'static_resources',
      'dynamic_resources',
      'admin.address.socket_address',
      'resources.*.@type=envoy',
      'listeners.*.filter_chains',
      'listeners.*.address.socket_address',
    ],
  },
  { name: 'a HAProxy Data Plane configuration', signs: ['dataplaneapi', 'haproxy.config_file'] },
  { name: 'a Caddy configuration', signs: ['apps.http', 'apps.tls', 'apps.layer4'] },
  {
    name: 'a Kong configuration',
    signs: ['_format_version', 'plugins.*.route', 'services.*.routes'],
  },
  { name: 'an Apollo Router configuration', signs: ['supergraph.listen', 'supergraph'] },
  {
    name: 'a Tyk, KrakenD or APISIX configuration',
    signs: [
      'endpoints.*.backend',
      'listen_port app_path',
      'apisix',
      'routes.*.upstream',
      'deployment.role',
    ],
  },
  {
    name: 'a Consul configuration',
    signs: [
      'datacenter data_dir',
      'datacenter server',
      'service.name service.port',
      'bootstrap_expect',
      'retry_join',
      'connect.enabled',
      'Kind=^(service-|proxy-|ingress-|terminating-|mesh|exported-)',
    ],
  },
  { name: 'a Nomad file', signs: ['Job.ID', 'job.*.group', 'datacenter plugin'] },
  {
    name: 'a Vault configuration',
    signs: [
      'listener.*.tcp',
      'listener.tcp',
      'api_addr',
      'cluster_addr',
      'seal storage',
      'auto_auth',
      'path.*.capabilities',
    ],
  },
  { name: 'a Nebula configuration', signs: ['static_host_map', 'lighthouse', 'pki.ca pki.cert'] },
  {
    name: 'a WireGuard or VPN configuration',
    signs: [
      'interface.private_key',
      'interface.privateKey',
      'Interface.PrivateKey',
      'peers.*.public_key',
      'peers.*.publicKey',
      'peers.*.PublicKey',
      'peers.*.allowed_ips',
      'wireguard',
    ],
  },
  {
    name: 'a Headscale or Tailscale configuration',
    signs: ['noise.private_key_path', 'derp.server', 'acls', 'tailnet'],
  },
  {
    name: 'a zrok configuration',
    signs: [
      'frontend_selection',
      'zId_path',
      'reserved_shares',
      'v admin endpoint store',
      'v ziti host_match',
      'v interstitial',
      'ziti.api_endpoint',
      'zrok_token',
      'account_token ziti_identity',
    ],
  },
  { name: 'an frp configuration', signs: ['serverAddr', 'bindPort', 'proxies.*.localPort'] },
  {
    name: 'an ngrok or cloudflared configuration',
    signs: [
      'tunnels.*.proto',
      'tunnels.*.addr',
      'agent.authtoken',
      'authtoken',
      'tunnel credentials-file',
      'tunnel ingress',
      'ingress.*.service',
    ],
  },
  {
    name: 'a netplan configuration',
    signs: ['network.version', 'network.ethernets', 'network.renderer'],
  },
  {
    name: 'cloud-init user data',
    signs: [
      'runcmd',
      'cloud_final_modules',
      'write_files',
      'package_update',
      'packages users',
      'ssh_authorized_keys',
    ],
  },
  {
    name: 'a Home Assistant file',
    signs: [
      'homeassistant',
      'default_config',
      'automation=include',
      'alias trigger action',
      'alias triggers actions',
      '*.alias *.trigger',
      '*.alias *.triggers',
      'blueprint.domain',
      'views.*.cards',
    ],
  },
  { name: 'an ESPHome configuration', signs: ['esphome.name', 'esp32', 'esp8266'] },
  { name: 'a Zigbee2MQTT configuration', signs: ['mqtt.base_topic', 'mqtt.server serial'] },
  {
    name: 'a NATS configuration',
    signs: ['listen cluster.routes', 'leafnodes', 'jetstream.store_dir'],
  },
  {
    name: 'an Elasticsearch or Kibana configuration',
    signs: [
      'cluster.name',
      'path.data',
      'network.host',
      'server.port elasticsearch.hosts',
      'elasticsearch.hosts',
      'discovery.type',
      'xpack',
    ],
  },
  {
    name: 'a database configuration',
    signs: [
      'listeners auth.enabled',
      'storage.dbPath',
      'net.port',
      'production.adapter',
      'default.adapter',
      'cluster_name seeds',
      'cluster_name commitlog_directory',
      'rabbit_version',
      'postgresql.parameters',
      'bootstrap.dcs',
    ],
  },
  {
    name: 'a Spring Boot, Quarkus or Micronaut configuration',
    signs: [
      'spring',
      'management.endpoints',
      'server.port logging',
      'server.port eureka',
      'quarkus',
      'micronaut',
    ],
  },
  {
    name: 'a package.json',
    signs: [
      'name version dependencies',
      'name version scripts',
      'name version main',
      'name devDependencies',
      'dependencies devDependencies',
      'private workspaces',
      'name version license',
      'scripts.build',
      'scripts.test',
      'name private',
    ],
  },
  {
    name: 'a lock file',
    signs: [
      'lockfileVersion',
      'packages.*.resolution',
      '__metadata',
      '_meta pipfile-spec',
      'packages packages-dev',
      'content-hash packages',
    ],
  },
  {
    name: 'a tsconfig.json',
    signs: ['compilerOptions', 'extends include', 'references.*.path files'],
  },
  {
    name: 'a formatter or linter configuration',
    signs: [
      'printWidth',
      'semi singleQuote',
      'singleQuote',
      'tabWidth',
      'formatter linter',
      'yaml-files rules',
      'linters.enable',
      'linters-settings',
      'run.timeout linters',
      'default MD013',
      'AllCops',
      'ignorePatterns',
      'extends=^(default|relaxed)$ rules',
      'extends=^stylelint',
      'cSpell',
      'language words',
    ],
  },
  {
    name: 'an ESLint configuration',
    signs: [
      'rules env',
      'rules extends',
      'rules parserOptions',
      'root extends',
      'plugins rules',
      'overrides rules',
      'parser plugins',
    ],
  },
  {
    name: 'a build tool configuration',
    signs: [
      'presets plugins',
      'presets.*=babel',
      '$schema=turbo|nx\\.dev|biomejs|renovate|schemastore|vscode|json\\.',
      'pipeline.build',
      'tasks.build.dependsOn',
      'targetDefaults',
      'npmClient',
      'extends=^config:',
      'extends.*=^config:',
      'version tasks',
      'before builds',
      'builds archives',
      'expo.name',
      'compilerOptions',
      'importMap',
      'imports tasks',
      'testEnvironment',
      'moduleNameMapper',
    ],
  },
  { name: 'a pre-commit configuration', signs: ['repos.*.hooks', '*.id *.entry *.language'] },
  { name: 'an MkDocs configuration', signs: ['site_name'] },
  {
    name: 'a site configuration',
    signs: [
      'baseURL',
      'title theme',
      'remote_theme',
      'collections defaults',
      'markdown kramdown',
      'languageCode',
      'permalink',
    ],
  },
  {
    name: 'a Read the Docs configuration',
    signs: ['version sphinx', 'version mkdocs', 'version build.os', 'version formats python'],
  },
  {
    name: 'a Conda or Python environment',
    signs: [
      'name channels dependencies',
      'channels dependencies',
      'tool.poetry',
      'project build-system',
      'build-system',
    ],
  },
  {
    name: 'a Cargo, Dart or Composer manifest',
    signs: [
      'package.edition',
      'package.name package.version',
      'name environment.sdk',
      'require autoload',
      'name require',
      'dependencies.flutter',
      'dev_dependencies',
    ],
  },
  { name: 'a translation file', signs: ['en.*.*', '*.activerecord'] },
  { name: 'a Codecov configuration', signs: ['codecov', 'coverage.status', 'comment.layout'] },
  {
    name: 'a labeler or release configuration',
    signs: [
      'name-template',
      'categories.*.labels',
      'changelog.categories',
      'release-type',
      'branches plugins',
    ],
  },
  { name: 'a SOPS file', signs: ['sops.mac', 'creation_rules'] },
  {
    name: 'an editor configuration',
    signs: [
      'folders settings',
      'recommendations',
      'version configurations',
      'version=^2 tasks',
      'files.exclude',
      'editor.formatOnSave',
      'workbench.colorTheme',
    ],
  },
  {
    name: 'a web manifest',
    signs: ['manifest_version', 'short_name start_url', 'icons start_url'],
  },
  { name: 'a Jupyter notebook', signs: ['cells nbformat'] },
  {
    name: 'a HTTP archive or Postman collection',
    signs: ['log.entries', 'info._postman_id', 'info.schema item'],
  },
  {
    name: 'a GitLab CI file',
    signs: [
      'stages *.script',
      'stages *.stage',
      'default.image *.script',
      'include *.script',
      'variables *.script',
      '*.script *.stage',
      'image *.script',
      'workflow.rules',
    ],
  },
  {
    name: 'a firebase or hosting configuration',
    signs: [
      'hosting.public',
      'firestore.rules',
      'rewrites',
      'headers.*.source',
      'redirects',
      'builds.*.use',
      'runtime handlers',
      'runtime env_variables',
      'app primary_region',
      'services.*.type services.*.env',
      'applications.*.memory',
      'build.builder',
      'build.command publish',
    ],
  },
  {
    name: 'a Docker configuration',
    signs: [
      'auths',
      'credsStore',
      'log-driver',
      'registry-mirrors',
      'insecure-registries',
      'storage-driver',
      'exec-opts',
      'version storage.filesystem',
    ],
  },
  {
    name: 'a kubeconfig or cluster configuration',
    signs: [
      'clusters.*.cluster contexts',
      'write-kubeconfig-mode',
      'machine.type cluster',
      'tls-san',
      'cluster-cidr',
    ],
  },
]

type Path = { steps: readonly string[]; value: RegExp | undefined }

type Sign = { format: Format; order: number; paths: readonly Path[] }

/** Signs by the first key of their paths, and those that accept any key; created on first use. */
let index: { byKey: ReadonlyMap<string, readonly Sign[]>; others: readonly Sign[] } | undefined

function indexSigns(): NonNullable<typeof index> {
  const byKey = new Map<string, Sign[]>()
  const others: Sign[] = []
  for (const [order, format] of formats.entries())
    for (const written of format.signs) {
      const sign: Sign = { format, order, paths: written.split(' ').map(parsePath) }
      const [first] = sign.paths
      if (first === undefined || first.steps[0] === '*') others.push(sign)
      else for (const name of firstKeys(first)) byKey.set(name, [...(byKey.get(name) ?? []), sign])
    }
  return { byKey, others }
}

function parsePath(written: string): Path {
  const at = written.indexOf('=')
  return {
    steps: (at < 0 ? written : written.slice(0, at)).split('.'),
    value: at < 0 ? undefined : new RegExp(written.slice(at + 1)),
  }
}

/** The keys with which a path may begin: some tools write `cluster.name` as one key. */
function firstKeys({ steps }: Path): string[] {
  const end = steps.indexOf('*')
  const literal = end < 0 ? steps : steps.slice(0, end)
  return literal.map((_, last) => literal.slice(0, last + 1).join('.'))
}

/** Finds the format of a text that is not a router file, if the format is known. */
export function findFormat(root: Outline): FoundFormat | undefined {
  index ??= indexSigns()
  const { byKey, others } = index
  let first: { order: number; found: FoundFormat } | undefined
  const check = (signs: readonly Sign[]): void => {
    for (const { format, order, paths } of signs) {
      if (first && first.order <= order) continue
      const sign = findPaths(root, paths)
      if (sign === undefined) continue
      const isTemplated = format.isTemplated === true
      first = { order, found: { looksLike: format.name, sign, isTemplated } }
    }
  }
  for (const name of root.keys.keys()) check(byKey.get(name) ?? [])
  check(others)
  return first?.found
}

/** The location that matches the first path, if all paths match. */
function findPaths(root: Outline, paths: readonly Path[]): string | undefined {
  let first: string | undefined
  for (const path of paths) {
    const found = findPath(root, path, 0)
    if (found === undefined) return undefined
    first ??= found
  }
  return first
}

/** The first location that matches a path, from one of its steps on. */
function findPath(node: Outline, path: Path, from: number): string | undefined {
  const { steps, value } = path
  const step = steps[from]
  if (step === undefined) return value && !value.test(node.value) ? undefined : ''
  if (step === '*') return findAny(node, path, from)
  const child = node.keys.get(step)
  const rest = child && findPath(child, path, from + 1)
  return rest === undefined ? findDotted(node, path, from) : joinPath(step, rest)
}

/** Finds a path whose steps are written as one key with dots. */
function findDotted(node: Outline, path: Path, from: number): string | undefined {
  if (!node.hasDottedKeys) return undefined
  for (const [name, child] of node.keys) {
    if (!name.includes('.')) continue
    const parts = name.split('.')
    const isSame = parts.every((part, index) =>
      [part, '*'].includes(path.steps[from + index] ?? ''),
    )
    const rest = isSame ? findPath(child, path, from + parts.length) : undefined
    if (rest !== undefined) return joinPath(name, rest)
  }
  return undefined
}

/** Finds a path with a step that matches any key or item. */
function findAny(node: Outline, path: Path, from: number): string | undefined {
  for (const [name, child] of node.keys) {
    const rest = findPath(child, path, from + 1)
    if (rest !== undefined) return joinPath(name, rest)
  }
  for (const [position, item] of node.items.entries()) {
    const rest = findPath(item, path, from + 1)
    if (rest !== undefined) return joinPath(`[${position}]`, rest)
  }
  return undefined
}

const joinPath = (name: string, rest: string): string =>
  rest === '' || rest.startsWith('[') ? `${name}${rest}` : `${name}.${rest}`
