import { routes } from '../route.ts'
import { NextSteps, SiteConfig } from './shapes.ts'

export const homeApi = routes({
  getConfig: {
    method: 'GET',
    path: '/api/config/',
    access: 'anyone',
    summary: 'What the portal is called, looks like and can do here.',
    output: SiteConfig,
  },
  getNextSteps: {
    method: 'GET',
    path: '/api/home/next/',
    access: 'signedIn',
    summary: 'What the caller does next to join, to set the space up, or as staff: counts, as far as they may know.',
    output: NextSteps,
  },
})
