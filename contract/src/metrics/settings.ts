// On its own: each domain has its settings in a file of this name.
import { z } from 'zod'
import { secret, type Setting } from '../setting.ts'

/** It goes into a header as it is. */
const MetricsToken = z
  .string()
  .max(200)
  .regex(/^$|^[\w.~+/=-]{16,}$/, 'At least 16 letters and digits, such as those of a password generator, or nothing.')

export const metricsSettings = {
  METRICS_TOKEN: secret(
    'general',
    'Token for metrics',
    'Lets Prometheus read figures of the portal and the space at /api/metrics. While it is empty nothing can read them.',
    MetricsToken,
  ),
} satisfies Record<string, Setting>
