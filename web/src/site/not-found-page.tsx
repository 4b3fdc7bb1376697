import { createFileRoute } from '@tanstack/react-router'
import { NotFoundCard } from './not-found-card.tsx'

export const Route = createFileRoute('/error/404')({
  component: NotFoundCard,
  staticData: { title: 'site:notFoundTitle', kiosk: true, hiddenMenu: true },
})
