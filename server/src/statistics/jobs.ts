import { z } from 'zod'
import { handle, job } from '#platform/jobs/job.ts'
import { collectFigures } from './collecting.ts'

const collectFiguresJob = job('collectFigures', z.object({}))

export const statisticsJobs = [handle(collectFiguresJob, (ctx) => collectFigures(ctx), { schedule: '55 * * * *' })]
