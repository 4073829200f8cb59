/* The files that `netbox init` writes, and its messages. */

/** The commented world file. */
export const worldFile = `# Facts of your own internet. Everything else follows from the seed.
# All fields: docs/world-files.md in the repository of netbox, /docs/world-files on its site.
domains:
  shop.example:
    records:
      MX:
        - { priority: 10, exchange: mx1.shop.example }
        - { priority: 20, exchange: mx2.shop.example }
      TXT: ['v=spf1 mx -all']
    # A fault for this domain. 'netbox scenarios' lists all; 'healthy' has none.
    scenario: mx-down
hosts:
  www.shop.example:
    # Programs that connect here meet a certificate that ends on this day.
    certificate: { expires: 2027-01-31 }
`

// The command that shows the effect of the world file.
const firstCommand = 'netbox mx-record shop.example --world netbox.yaml'

/** The name of the file with the packed command in a job that has no service to load it from. */
const LOCAL = './netbox.tgz'

/** The facts that a job needs: the address of the packed command, and the command that runs the tests. */
export interface JobOptions {
  /** The origin of a service that has the packed command; undefined for a file in the repository. */
  readonly origin: string | undefined
  readonly tests: string
}

const sourceOf = ({ origin }: JobOptions): string => (origin === undefined ? LOCAL : `${origin}/netbox.tgz`)

const about =
  '# Runs the tests inside the world of netbox.yaml. NETBOX is the packed command: a file, or the address of a netbox site.'

const workflow = (options: JobOptions): string => `${about}
name: netbox
on: [push, pull_request]
jobs:
  simulated-internet:
    runs-on: ubuntu-latest
    env:
      NETBOX: ${sourceOf(options)}
    steps:
      - uses: actions/checkout@v5
      - uses: actions/setup-node@v5
        with: { node-version: 24 }
      # These runners restrict network namespaces, and each of them is used once.
      - run: sudo sysctl --ignore kernel.apparmor_restrict_unprivileged_userns=0
      - run: npx --yes "$NETBOX" doctor
      - run: npx --yes "$NETBOX" serve --seed k3f9 --world netbox.yaml -- ${options.tests}
`

const gitlabJob = (options: JobOptions): string => `${about}
# Add to .gitlab-ci.yml:  include: { local: netbox.gitlab-ci.yml }
# The runner needs NET_ADMIN and SYS_ADMIN: 'cap_add' in the [runners.docker] section of its config.toml.
simulated-internet:
  image: node:24
  variables:
    NETBOX: ${sourceOf(options)}
  before_script:
    - apt-get update && apt-get install --yes iproute2 nftables
  script:
    - npx --yes "$NETBOX" doctor
    - npx --yes "$NETBOX" serve --seed k3f9 --world netbox.yaml -- ${options.tests}
`

const jenkinsStage = (
  options: JobOptions,
): string => `// Runs the tests inside the world of netbox.yaml. Copy this stage into the Jenkinsfile. The agent needs Linux and Node 22.12 or newer.
stage('Simulated internet') {
  environment { NETBOX = '${sourceOf(options)}' }
  steps {
    sh 'npx --yes "$NETBOX" doctor'
    sh 'npx --yes "$NETBOX" serve --seed k3f9 --world netbox.yaml -- ${options.tests}'
  }
}
`

/** The CI systems, by the file or folder that shows that a project uses them. */
export const ciSystems: readonly {
  readonly sign: string
  readonly path: string
  readonly job: (options: JobOptions) => string
}[] = [
  { sign: '.github', path: '.github/workflows/netbox.yml', job: workflow },
  { sign: '.forgejo', path: '.forgejo/workflows/netbox.yml', job: workflow },
  { sign: '.gitea', path: '.gitea/workflows/netbox.yml', job: workflow },
  { sign: '.gitlab-ci.yml', path: 'netbox.gitlab-ci.yml', job: gitlabJob },
  { sign: 'Jenkinsfile', path: 'netbox.jenkinsfile', job: jenkinsStage },
]

/** The command of the tests, by the file that shows what a project is written in. */
export const testCommands: readonly (readonly [sign: string, command: string])[] = [
  ['package.json', 'npm test'],
  ['go.mod', 'go test ./...'],
  ['pom.xml', 'mvn test'],
  ['pyproject.toml', 'pytest'],
  ['pytest.ini', 'pytest'],
  ['Cargo.toml', 'cargo test'],
]

/** The placeholder for the tests of a project in another language. */
export const UNKNOWN_TESTS = 'curl --fail https://www.shop.example/'

export const initTexts = {
  written: (path: string): string => `wrote  ${path}`,
  kept: (path: string): string => `kept   ${path}, which exists`,
  noCi: 'No CI was found in this folder: no .github, .forgejo, .gitea, .gitlab-ci.yml or Jenkinsfile.',
  needsFile: `The job expects the packed command as ${LOCAL}: download netbox.tgz from a netbox site, or set NETBOX to its address.`,
  next: `See it work: ${firstCommand}`,
} as const
