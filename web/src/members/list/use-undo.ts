// On its own: both dialogs that change many members offer it.
import { useNavigate } from '@tanstack/react-router'

/** Leads from the notice of a bulk change to the question whether to undo it. */
export const useUndo = () => {
  const navigate = useNavigate()
  return (actionId: number | null) =>
    actionId === null ? {} : { undo: () => void navigate({ to: '/manage/members/bulk', search: { undo: actionId } }) }
}
