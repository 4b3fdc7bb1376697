// On its own: used by the list and by the machines.
import { IconBottle } from '@tabler/icons-react'
import classes from './vending.module.css'

/** The picture of a product beside its name, or a bottle where there is none. */
export const ProductBadge = ({ picture, isLarge = false }: { picture: string | null; isLarge?: boolean }) => {
  const shape = `${classes.picture ?? ''} ${isLarge ? (classes.large ?? '') : ''}`
  return picture === null ? (
    <span className={`${shape} ${classes.empty ?? ''}`}>
      <IconBottle size={isLarge ? 40 : 20} aria-hidden />
    </span>
  ) : (
    <img src={picture} alt="" className={shape} loading="lazy" />
  )
}
