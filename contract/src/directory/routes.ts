import { z } from 'zod'
import { Text } from '../fields.ts'
import { Empty, Id, routes } from '../route.ts'
import { DirectoryOverview, SensorReport, SpaceDocument, SpaceMessage } from './shapes.ts'

const SensorParams = z.object({ sensorId: Id })

const access = ['staff.devices', 'staff.settings'] as const

export const directoryApi = routes({
  getDocument: {
    method: 'GET',
    path: '/api/spacedirectory/',
    access: 'anyone',
    summary: 'The space as the space directory reads it (SpaceAPI 14 and 15): open or closed, place, contact, sensors.',
    output: SpaceDocument,
    errors: ['directoryOff'],
    sharedSeconds: 30,
    ignoresCaller: true,
  },
  report: {
    method: 'POST',
    path: '/api/spacedirectory/update',
    access,
    apiKey: 'directory.update',
    summary:
      'Says whether the space is open, and what sensors measure. Sensors are known by their name; what is left out stays.',
    body: z.object({
      is_open: z.boolean('Must be true or false.').optional(),
      message: SpaceMessage.nullish(),
      sensors: z.array(SensorReport).max(100, 'At most 100 sensors at a time.').optional(),
    }),
    unknownFields: 'ignored',
    output: Empty,
  },
  getOverview: {
    method: 'GET',
    path: '/api/admin/directory/',
    access,
    summary: 'Whether the space is open, its sensors, the document that is published, and what it lacks.',
    output: DirectoryOverview,
  },
  setState: {
    method: 'PUT',
    path: '/api/admin/directory/state/',
    access,
    summary: 'Says that the space is open or closed, or that it is not known, with a message.',
    body: z.object({ isOpen: z.boolean().nullable(), message: SpaceMessage }),
    output: Empty,
  },
  renameSensor: {
    method: 'PUT',
    path: '/api/admin/directory/sensors/:sensorId/',
    access,
    summary: 'Renames a sensor. Reports have to use the new name from then on.',
    params: SensorParams,
    body: z.object({ name: Text(100).trim().min(1, 'A sensor needs a name.') }),
    output: Empty,
    errors: ['notFound'],
  },
  removeSensor: {
    method: 'DELETE',
    path: '/api/admin/directory/sensors/:sensorId/',
    access,
    summary: 'Removes a sensor until it reports again.',
    params: SensorParams,
    output: Empty,
    errors: ['notFound'],
  },
})
