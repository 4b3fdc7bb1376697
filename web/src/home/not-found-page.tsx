import { createFileRoute } from '@tanstack/react-router'
import { NotFoundCard } from './refusal-card.tsx'

export const Route = createFileRoute('/error/404')({
  component: NotFoundCard,
  staticData: { title: 'home:notFoundTitle', kiosk: true, hiddenMenu: true },
})
