// On its own: the display and the preview of a slide show the same.
import type { ShownSlide } from '@spacekeeper/contract/display/shapes.ts'
import classes from './display.module.css'

/** Texts of this length and more are set smaller. */
const longText = 220

/** A slide of the space: a picture with its words below, or words alone. */
export const SlideCard = ({ slide: { title, text, picture } }: { slide: Omit<ShownSlide, 'id' | 'seconds'> }) => (
  <div className={classes.slide} data-plain={picture === null || undefined}>
    {picture === null ? null : <img className={classes.picture} src={picture} alt={title} />}
    {title === '' ? null : <h1 className={classes.title}>{title}</h1>}
    {text === '' ? null : (
      <p className={classes.text} data-long={text.length > longText || undefined}>
        {text}
      </p>
    )}
  </div>
)
