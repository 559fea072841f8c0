import type { OperatingSystem } from '../../../generated/management/shapes.js'

const windows: OperatingSystem = { type: 'Windows', versions: ['10', '2000', '7', '8', 'Vista'] }
const linux: OperatingSystem = { type: 'Linux', versions: ['4.14', '4.19', '5.4', '5.9'] }
const android: OperatingSystem = { type: 'Android', versions: ['10', '11', '9'] }
const macOS: OperatingSystem = { type: 'macOS', versions: ['10.15', '11.0'] }
const iOS: OperatingSystem = { type: 'iOS', versions: ['11', '12'] }

const withoutVersions = ({ type }: OperatingSystem): OperatingSystem => ({ type, versions: null })

/** The types of posture checks, and where each works. MFA is one without a record, as on a controller. */
export const postureCheckTypes: readonly {
  id: string
  name: string
  operatingSystems: OperatingSystem[]
}[] = [
  {
    id: 'OS',
    name: 'Operating System Check',
    operatingSystems: [android, linux, windows, iOS, macOS],
  },
  { id: 'PROCESS', name: 'Process Check', operatingSystems: [linux, windows, macOS] },
  { id: 'DOMAIN', name: 'Windows Domain Check', operatingSystems: [windows] },
  { id: 'MAC', name: 'MAC Address Check', operatingSystems: [android, linux, windows, macOS] },
  {
    id: 'PROCESS_MULTI',
    name: 'Process Multi Check',
    operatingSystems: [linux, windows, macOS].map(withoutVersions),
  },
]
