import { Download, Empty, routes } from '../route.ts'

/** Figures for Prometheus, in its text format. */
export const metricsApi = routes({
  read: {
    method: 'GET',
    path: '/api/metrics',
    access: 'anyone',
    ignoresCaller: true,
    rate: 'credentials',
    summary:
      'Figures of this process and of the space in the text format of Prometheus: with the token of the settings in “Authorization: Bearer …”; closed while there is none.',
    output: Download,
    errors: ['notAllowed', 'metricsOff'],
  },
  update: {
    method: 'POST',
    path: '/api/update-prom-metrics/',
    access: 'anyone',
    ignoresCaller: true,
    rate: 'credentials',
    summary: 'Does nothing, for timetables of other systems that call it: figures are read when they are asked for.',
    output: Empty,
  },
})
