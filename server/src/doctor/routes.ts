import { doctorApi } from '@spacekeeper/contract/doctor/routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import type { Domains } from '#platform/domain.ts'
import { implement } from '#platform/http/implement.ts'
import { checksOf } from './job-checks.ts'
import { openDoctor } from './report.ts'
import { getVersion } from './version-notes.ts'

export const doctorRoutes = (app: FastifyInstance, services: Services, domains: Domains) => {
  const doctor = openDoctor(checksOf(domains))
  implement(app, {
    services,
    routes: doctorApi,
    handlers: {
      getReport: async ({ ctx }) => ({ lines: await doctor.report(ctx) }),
      lookAgain: async ({ ctx }) => ({ lines: await doctor.lookAgain(ctx) }),
      getVersion: ({ ctx }) => getVersion(ctx),
    },
  })
}
